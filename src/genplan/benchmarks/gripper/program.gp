; domain gripper   pointers room1 room2 - room ball1 - ball gripper1 - gripper
0. pick(ball1,room1,gripper1)
1. inc(room2)
2. move(room1,room2)
3. drop(ball1,room2,gripper1)
4. move(room2,room1)
5. inc(ball1)
6. goto(0,!y)
7. end
