; domain visitall   pointers row1 - row column1 - column
0. visit(row1,column1)
1. inc(row1)
2. goto(0,!y)
3. clear(row1)
4. inc(column1)
5. goto(0,!y)
6. end
