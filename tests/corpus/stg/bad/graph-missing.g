.inputs a
a+ a-
.end
