; domain spanner   structured   pointers location1 - location man1 - man nut1 - nut spanner1 - spanner
for location1 {
  go walk(_,location1,?man1)
  repeat {
    pickup_spanner(location1,?spanner1,?man1)
  }
}
for nut1 {
  tighten_nut(?location1,?spanner1,?man1,nut1)
}
