.inputs a
.end
