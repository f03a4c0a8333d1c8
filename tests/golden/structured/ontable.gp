; domain ontable   structured   pointers z1 z2 - object
repeat {
  unstack(?z1,?z2)
  put-down(z1)
}
