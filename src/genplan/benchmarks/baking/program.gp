; domain baking   pointers egg1 - egg flour1 - flour cake1 - cake pan1 - pan oven1 - oven soap1 - soap
0. putegginpan(egg1,pan1)
1. putflourinpan(flour1,pan1)
2. mix(egg1,flour1,pan1)
3. putpaninoven(pan1,oven1)
4. bakecake(oven1,pan1,cake1)
5. removepanfromoven(pan1,oven1)
6. cleanpan(pan1,soap1)
7. inc(cake1)
8. inc(egg1)
9. inc(flour1)
10. inc(soap1)
11. goto(0,!y)
12. end
