; domain visitall-moves   structured   pointers cell1 - cell
each todo-visited(?cell1) {
  go move(_,cell1)
}
