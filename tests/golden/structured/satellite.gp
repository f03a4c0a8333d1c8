; domain satellite   structured   pointers satellite1 satellite2 - satellite direction1 direction2 - direction instrument1 instrument2 - instrument mode1 - mode
each todo-have-image(?direction1,?mode1) {
  find supports(?instrument1,mode1)
  find on-board(instrument1,?satellite1)
  each power-on(?instrument2) {
    switch-off(instrument2,?satellite2)
  }
  switch-on(instrument1,satellite1)
  find calibration-target(instrument1,?direction2)
  go turn-to(satellite1,direction2,_)
  calibrate(satellite1,instrument1,direction2)
  go turn-to(satellite1,direction1,_)
  take-image(satellite1,direction1,instrument1,mode1)
}
each todo-pointing(?satellite1,?direction1) {
  go turn-to(satellite1,direction1,_)
}
