.inputs a+
.graph
.end
