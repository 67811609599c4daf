.dummy t
.graph here
.end
