.inputs a
.graph
a+ b+
.end
