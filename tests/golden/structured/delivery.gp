; domain delivery   structured   pointers cell1 cell2 - cell package1 - package
each todo-at(?package1,?cell1) {
  find at(package1,?cell2)
  go drive(_,cell2)
  pick(package1,cell2)
  go drive(_,cell1)
  drop(package1,cell1)
}
