.dummy t u
.graph
t u(2)
.end
