; domain ferry   structured   pointers port1 port2 - port car1 - car
each todo-at(?car1,?port1) {
  find at(car1,?port2)
  go sail(_,port2)
  board(car1,port2)
  go sail(_,port1)
  debark(car1,port1)
}
