"""What schemathesis does not know by itself."""

import schemathesis

# Lines of JSON are sent as they are.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")
