; domain miconic   structured   pointers passenger1 - passenger floor1 floor2 - floor
each todo-served(?passenger1) {
  find origin(passenger1,?floor1)
  go up(_,floor1)
  go down(_,floor1)
  board(floor1,passenger1)
  find destin(passenger1,?floor2)
  go up(_,floor2)
  go down(_,floor2)
  depart(floor2,passenger1)
}
