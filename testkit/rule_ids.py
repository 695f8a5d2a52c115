"""The ids of all rules."""

COUNTS = {"A": 5, "B": 17, "C": 3, "D": 6, "E": 5, "F": 4, "G": 8, "H": 5, "I": 9, "J": 2}

RULES = {f"{letter}{number + 1}" for letter, count in COUNTS.items() for number in range(count)}
