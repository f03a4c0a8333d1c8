"""Evidence about a program: what is proven, what is tested, and what fails on which instance."""
