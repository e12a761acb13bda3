"""Gmail's query language: one operator table, a parser, a compiler to SQL. Pure: runs nothing."""
