; domain visitall   structured   pointers row1 - row column1 - column
for row1 {
  for column1 {
    visit(row1,column1)
  }
}
