; domain blocksworld   structured   pointers z1 z2 z3 - object
repeat {
  unstack(?z1,?z2)
  put-down(z1)
}
repeat {
  each todo-on(?z1,?z2) {
    for z3 {
    }
    find todo-on(z2,?z3)
    ifnot todo-on(z2,z3) {
      pick-up(z1)
      stack(z1,z2)
    }
  }
}
