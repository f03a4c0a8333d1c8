; domain corridor-plain   structured   pointers location1 - location
find goal-at(?location1)
go move(_,location1)
