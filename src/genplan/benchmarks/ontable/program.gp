; domain ontable   pointers z1 z2 z3 - object
0. unstack(z1,z2)
1. inc(z2)
2. goto(0,!y)
3. put-down(z1)
4. clear(z2)
5. inc(z1)
6. goto(0,!y)
7. clear(z1)
8. inc(z3)
9. goto(0,!y)
10. end
