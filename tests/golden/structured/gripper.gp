; domain gripper   structured   pointers room1 room2 - room ball1 - ball gripper1 - gripper
each todo-at(?ball1,?room1) {
  find at(ball1,?room2)
  go move(_,room2)
  pick(ball1,room2,?gripper1)
  go move(_,room1)
  drop(ball1,room1,gripper1)
}
