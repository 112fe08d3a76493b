// Holds no code: the target of the headers that all tests share needs a source.
