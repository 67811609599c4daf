.dummy t u
.graph
p t(2)
t q ( 1 )
q u
u r(3)
.end
