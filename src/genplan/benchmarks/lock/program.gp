; domain lock   pointers z1 z2 - object
0. inc(z1)
1. move(z2,z1)
2. inc(z1)
3. inc(z2)
4. goto(1,!y)
5. pickup(z1)
6. clear(z1)
7. clear(z2)
8. test(at-agent(z1))
9. goto(3,y)
10. open(z1)
11. end
