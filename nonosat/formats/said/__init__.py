"""Texts, tables and pictures that account for all they hold."""
