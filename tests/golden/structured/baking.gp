; domain baking   structured   pointers egg1 - egg flour1 - flour cake1 - cake pan1 - pan oven1 - oven soap1 - soap
each todo-baked(?cake1) {
  putegginpan(?egg1,?pan1)
  putflourinpan(?flour1,pan1)
  mix(egg1,flour1,pan1)
  putpaninoven(pan1,?oven1)
  bakecake(oven1,pan1,cake1)
  removepanfromoven(pan1,oven1)
  cleanpan(pan1,?soap1)
}
