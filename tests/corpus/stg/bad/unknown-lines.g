.dummy t
.graph
p t
.time
t 1 2
.end
