.inputs top.a
.graph
top.a+ p0.x
p0.x top.a-
.end
