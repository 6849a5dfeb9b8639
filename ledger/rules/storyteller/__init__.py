"""What the World of Darkness systems share: track, damage, dice, armour, pools, conditions."""
