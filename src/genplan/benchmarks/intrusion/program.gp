; domain intrusion   pointers host1 - host
0. recon(host1)
1. break-into(host1)
2. clean(host1)
3. gain-root(host1)
4. download-files(host1)
5. steal-data(host1)
6. inc(host1)
7. goto(0,!y)
8. end
