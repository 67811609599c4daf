.inputs a
.inputs b
.internal
.graph
a+ b+
.end
