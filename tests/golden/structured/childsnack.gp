; domain childsnack   structured   pointers child1 - child bread-portion1 - bread-portion content-portion1 - content-portion sandwich1 - sandwich tray1 - tray place1 place2 - place
find at(?tray1,?place1)
for child1 {
  if allergic(child1) {
    find waiting(child1,?place2)
    make-sandwich-no-gluten(?sandwich1,?bread-portion1,?content-portion1)
    put-on-tray(sandwich1,tray1)
    move-tray(tray1,place1,place2)
    serve-sandwich-no-gluten(sandwich1,child1,tray1,place2)
    move-tray(tray1,place2,place1)
  }
}
for child1 {
  if not-allergic(child1) {
    find waiting(child1,?place2)
    make-sandwich(?sandwich1,?bread-portion1,?content-portion1)
    put-on-tray(sandwich1,tray1)
    move-tray(tray1,place1,place2)
    serve-sandwich(sandwich1,child1,tray1,place2)
    move-tray(tray1,place2,place1)
  }
}
