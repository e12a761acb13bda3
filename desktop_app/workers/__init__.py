"""Workers: sync, postman, import and sign-ins, which move data between the store and the world."""
