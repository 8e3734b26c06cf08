"""The commands of learning."""
