"""Steps that a person can follow, hints, and animations of them."""
