.inputs a
.graph
a+ d/1
.end
