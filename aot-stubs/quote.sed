# A file as C string literals, one a line.
s/[\\"]/\\&/g
s/.*/"&\\n"/
