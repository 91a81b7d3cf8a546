from pathlib import Path
from nonosat.web.site import write_site
import sys,time
t=time.time()
write_site(Path(sys.argv[1]),Path("/tmp/w/pyo/package"),Path(sys.argv[2]) if len(sys.argv)>2 else None)
print(time.time()-t)
