.inputs a
.state graph
s0 a+ s1
.marking {s0}
.end
