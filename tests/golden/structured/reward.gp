; domain reward   structured   pointers cell1 - cell
each reward(?cell1) {
  go move(_,cell1)
  pick(cell1)
}
