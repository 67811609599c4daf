.dummy t
.graph
p t
.markng {p}
.end
