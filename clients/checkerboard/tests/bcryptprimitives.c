/* The DLL of Windows by which Rust's standard library gets random numbers. Wine 8.0 lacks it. */

#include <stddef.h>

/* RtlGenRandom, in advapi32. */
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(void *buffer, size_t length) {
  return SystemFunction036(buffer, (unsigned long)length);
}
