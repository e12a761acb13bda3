"""Wording: instructions of the person become sentences in their voice, by rules alone.

Pure: texts in, texts out, in English, German, French and Spanish. Nothing here makes up a fact:
every name, number and date in a sentence stands in the instruction.
"""
