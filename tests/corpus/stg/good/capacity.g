.dummy t
.graph
p t
.capacity p=1
.marking {p = 1}
.end
