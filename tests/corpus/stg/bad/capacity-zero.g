.dummy t
.graph
p t
.capacity p=0
.end
