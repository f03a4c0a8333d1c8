; domain intrusion   structured   pointers host1 - host
for host1 {
  recon(host1)
  break-into(host1)
  clean(host1)
  gain-root(host1)
  download-files(host1)
  steal-data(host1)
}
