; domain transport   structured   pointers location1 location2 location3 - location capacity-number1 capacity-number2 - capacity-number vehicle1 - vehicle package1 - package
find at(?vehicle1,?location3)
each todo-at(?package1,?location1) {
  find at(package1,?location2)
  go drive(vehicle1,_,location2)
  pick-up(vehicle1,location2,package1,?capacity-number1,?capacity-number2)
  go drive(vehicle1,_,location1)
  drop(vehicle1,location1,package1,capacity-number1,capacity-number2)
}
