; domain lock   structured   pointers z1 z2 - object
for z2 {
  move(?z1,z2)
}
fordown z1 {
  pickup(z1)
  move(?z2,z1)
  open(z1)
}
