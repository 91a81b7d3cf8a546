"""Certificates: folders that prove a verdict to somebody who does not trust nonosat."""
