; domain spanner   pointers location1 location2 - location man1 - man nut1 - nut spanner1 - spanner
0. pickup_spanner(location1,spanner1,man1)
1. tighten_nut(location1,spanner1,man1,nut1)
2. inc(nut1)
3. inc(spanner1)
4. goto(0,!y)
5. inc(location1)
6. walk(location2,location1,man1)
7. clear(nut1)
8. clear(spanner1)
9. inc(location2)
10. goto(0,!y)
11. end
