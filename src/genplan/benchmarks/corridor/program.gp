; domain corridor   pointers location1 location2 - location
0. inc(location1)
1. move(location2,location1)
2. inc(location1)
3. inc(location2)
4. goto(1,!y)
5. move(location1,location2)
6. set(location1,location2)
7. dec(location2)
8. test(goal-at(location1))
9. goto(4,y)
10. end
