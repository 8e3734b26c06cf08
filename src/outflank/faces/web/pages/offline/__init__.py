"""What a browser needs to open the page without network: a manifest, a worker, a list of files."""
